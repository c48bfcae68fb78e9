/** Words of the language that have a class of their own, by class. */
export const KOTLIN_WORDS = {
  k: `
    abstract annotation as break by catch class companion const constructor continue crossinline
    do dynamic else enum external false final finally for fun get if import in infix inline
    inner interface internal is lateinit noinline null object open operator out override package
    private protected public reified return sealed set super suspend tailrec this throw true try
    typealias typeof val var vararg when where while yield
  `,
}
