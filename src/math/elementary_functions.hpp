// Sines, cosines and powers for positions, and a logarithm for them and for random numbers. They give the same bits on
// every platform. The standard library's functions do not: a native build and WebAssembly differ. The errors are far
// below float32: at most 1e-12 for frequencies (relative), 1e-13 for sines, cosines and logarithms.
#pragma once

namespace self_attention {

// ln x, for a positive normal number x.
double logarithm(double x);

// base^(−power), the angle from one position to the next in radians. base > 1, and power from 0 to 1.
double frequency(double base, double power);

// 2^(−exponent), for an exponent from 0 to 8.
double half_to(double exponent);

// For an angle from 0 to 1, in radians.
double sine(double angle);
double cosine(double angle);

}  // namespace self_attention
