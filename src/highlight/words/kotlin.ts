/** Words of the language that have a class of their own, by class. */
export const KOTLIN_WORDS = {
  k: `
    abstract annotation as break by catch companion const constructor continue crossinline do
    dynamic else enum external false final finally for fun get if import in infix inline inner
    internal is lateinit noinline null open operator out override package private protected public
    reified return sealed set super suspend tailrec this throw true try typealias typeof vararg
    when where while yield
  `,
  kd: `
    class interface object val var
  `,
}
