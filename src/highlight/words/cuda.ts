import { CPP_WORDS } from './cpp.js'

const VECTORS = 'char uchar short ushort int uint long ulong longlong ulonglong float double'

/** Words of the language that have a class of their own, by class: those of C++ and more. */
export const CUDA_WORDS = {
  ...CPP_WORDS,
  k: `
    ${CPP_WORDS.k} __constant__ __device__ __forceinline__ __global__ __host__ __managed__
    __noinline__ __restrict__ __shared__
  `,
  kt: `
    ${CPP_WORDS.kt} dim3
    ${VECTORS.replaceAll(/\w+/g, '$&1 $&2 $&3 $&4')}
  `,
}
