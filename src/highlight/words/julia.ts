/** Words of the language that have a class of their own, by class. */
export const JULIA_WORDS = {
  k: `
    begin catch do else elseif end export finally for function if import in isa macro module quote
    return struct try using where while
  `,
  kd: `
    const global local
  `,
  kt: `
    AbstractChar AbstractFloat AbstractRNG AbstractSerializer AbstractString AbstractVector
    Adjoint Any ArgumentError Array AssertionError BigFloat BigInt BitSet Bool BoundsError
    BunchKaufman CartesianIndices Channel Char Cholesky Cint ClusterManager Cmd Colon Complex
    Condition Csize_t Cvoid DataType Date DateFormat DatePeriod DateTime Day Dict
    DimensionMismatch Dims EOFError Eigen Enum ErrorException Exception ExponentialBackOff Expr
    Factorization FileMonitor Float64 Function HTML Hermitian Hessenberg Hour IO IOBuffer IPAddr
    IPv4 IPv6 Int Int32 Int64 Int8 Integer Irrational KeyError LDLt LQ LU LinearIndices LogLevel
    MIME Matrix MersenneTwister Method Minute Missing Module Month Nothing Number OutOfMemoryError
    OverflowError PackageSpec Pair Period PermutedDimsArray Pipe PollingFileWatcher Ptr QR
    RandomDevice Rational RawFD Real ReentrantLock Ref Regex RemoteChannel SVD Schur Second
    SegmentationFault Set Signed Some SparseMatrixCSC StackOverflowError StepRangeLen String
    StringIndexError SubString Symbol Symmetric SystemError Task Text Time Timer Transpose Tuple
    Type TypeError UInt UInt16 UInt32 UInt8 UTC UUID UniformScaling Union UnitRange Unsigned Val
    Vararg VecElement Vector VersionNumber WorkerConfig Year
  `,
  nb: `
    ARGS C_NULL DEPOT_PATH ENDIAN_BOM ENV Inf LOAD_PATH NaN VERSION devnull false im missing
    nothing pi stderr stdin stdout true undef
  `,
}
