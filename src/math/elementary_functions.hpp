// Sines, cosines and powers for positions, and the logarithm for them and for what is drawn. They give the same bits on
// every platform, which the standard library's do not: it differs between a native build and WebAssembly. They are as
// near as float32 can tell: frequencies to 1e-12 of themselves, sines, cosines and logarithms to 1e-13.
#pragma once

namespace self_attention {

// ln x of a positive normal number.
double logarithm(double x);

// base^(−power), base > 1, power from 0 to 1: the angle from one place to the next, in radians.
double frequency(double base, double power);

// 2^(−exponent), exponent from 0 to 8.
double half_to(double exponent);

// Of an angle from 0 to 1, in radians.
double sine(double angle);
double cosine(double angle);

}  // namespace self_attention
