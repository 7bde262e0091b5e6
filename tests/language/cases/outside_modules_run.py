# construct: `cmath`, `random`, `time`, `datetime`, files and the network
# nodes: Call
# time: run
# status: refused
import cmath
import os
import random
import time
import urllib.request
from datetime import datetime

from dslc import graph


@graph
def f(x: float, k: int):
    y = cmath.sqrt(x)  # error: [unknown-function]
    y = random.gauss(x, 1.0)  # error: [unknown-function]
    y = x - time.time()  # error: [unknown-function]
    y = datetime.now().second * k  # error: [unknown-function]
    y = os.getpid() + k  # error: [unknown-function]
    y = urllib.request.urlopen("http://example.com").status * k  # error: [unknown-function]
    return x
# --- diagnostics ---
error[unknown-function]: `cmath.sqrt` is not part of the language
  --> outside_modules_run.py:13:9
   |
13 |     y = cmath.sqrt(x)
   |         ^^^^^^^^^^
help: write `np.sqrt` of a complex number, as in `np.sqrt(np.complex128(x))`

error[unknown-function]: `random.gauss` may give another value at each call, a graph would keep the first
  --> outside_modules_run.py:14:9
   |
14 |     y = random.gauss(x, 1.0)
   |         ^^^^^^^^^^^^
help: draw with a key, as in `dslc.random.normal(key, shape)`; pass the value as an argument, or let it stay Python with `breaks=True`

error[unknown-function]: `time.time` may give another value at each call, a graph would keep the first
  --> outside_modules_run.py:15:13
   |
15 |     y = x - time.time()
   |             ^^^^^^^^^
help: pass the value as an argument, or let it stay Python with `breaks=True`

error[unknown-function]: `datetime.now` may give another value at each call, a graph would keep the first
  --> outside_modules_run.py:16:9
   |
16 |     y = datetime.now().second * k
   |         ^^^^^^^^^^^^
help: pass the value as an argument, or let it stay Python with `breaks=True`

error[unknown-function]: `os.getpid` may give another value at each call, a graph would keep the first
  --> outside_modules_run.py:17:9
   |
17 |     y = os.getpid() + k
   |         ^^^^^^^^^
help: pass the value as an argument, or let it stay Python with `breaks=True`

error[unknown-function]: `urllib.request.urlopen` may give another value at each call, a graph would keep the first
  --> outside_modules_run.py:18:9
   |
18 |     y = urllib.request.urlopen("http://example.com").status * k
   |         ^^^^^^^^^^^^^^^^^^^^^^
help: pass the value as an argument, or let it stay Python with `breaks=True`
