// Parts of complex numbers, and the conjugate.

// model: creal __builtin_creal
double __invar_model_creal(_Complex double z)
{
    return __real__ z;
}

// model: cimag __builtin_cimag
double __invar_model_cimag(_Complex double z)
{
    return __imag__ z;
}

// model: conj __builtin_conj
_Complex double __invar_model_conj(_Complex double z)
{
    return ~z;
}

// model: crealf __builtin_crealf
float __invar_model_crealf(_Complex float z)
{
    return __real__ z;
}

// model: cimagf __builtin_cimagf
float __invar_model_cimagf(_Complex float z)
{
    return __imag__ z;
}

// model: conjf __builtin_conjf
_Complex float __invar_model_conjf(_Complex float z)
{
    return ~z;
}

// model: creall __builtin_creall
long double __invar_model_creall(_Complex long double z)
{
    return __real__ z;
}

// model: cimagl __builtin_cimagl
long double __invar_model_cimagl(_Complex long double z)
{
    return __imag__ z;
}

// model: conjl __builtin_conjl
_Complex long double __invar_model_conjl(_Complex long double z)
{
    return ~z;
}
