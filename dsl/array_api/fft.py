"""The extension `fft`: Fourier transforms."""
