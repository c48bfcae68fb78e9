/** Words of the language that have a class of their own, by class. */
export const TYPESCRIPT_WORDS = {
  k: `
    as async await break case catch continue debugger default delete do else export finally for
    from if implements import in instanceof is namespace new of private protected public readonly
    return static super switch this throw try typeof void while yield
  `,
  kc: `
    Infinity NaN false null true undefined
  `,
  kd: `
    abstract class const constructor extends function get let set type var with
  `,
  kr: `
    any declare enum interface keyof module number package string
  `,
  nb: `
    Array ArrayBuffer Boolean DataView Date Error Float32Array Float64Array Function
    Int16Array Int32Array Int8Array Map Math Number Object Packages Partial Pick Promise Proxy
    Readonly Record Reflect RegExp Set String Symbol Uint16Array Uint16ClampedArray
    Uint32Array Uint32ClampedArray Uint8Array Uint8ClampedArray WeakMap WeakSet decodeURI
    decodeURIComponent document encodeURI encodeURIComponent eval global isFinite isNaN
    navigator netscape parseFloat parseInt self sun window
  `,
}
