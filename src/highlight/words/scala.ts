/** Words of the language that have a class of their own, by class. */
export const SCALA_WORDS = {
  k: `
    abstract case catch def do else extends final finally for forSome if implicit lazy match new override private
    protected requires return sealed super this throw try val var while with yield
  `,
}
