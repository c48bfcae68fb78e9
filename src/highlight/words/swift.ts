/** Words of the language that have a class of their own, by class. */
export const SWIFT_WORDS = {
  k: `
    Self Type __COLUMN__ __FILE__ __FUNCTION__ __LINE__ as associativity async await break case
    catch continue default defer didSet do dynamicType else fallthrough for get guard if in infix
    inout is isolated mutating new none nonmutating operator override postfix precedence
    precedencegroup prefix repeat rethrows return self set super switch throw throws try unowned
    weak where while willSet
  `,
  kc: `
    false nil true
  `,
  kd: `
    actor associatedtype class convenience deinit dynamic enum extension fileprivate final func
    import indirect init internal lazy let nonisolated open optional private protocol public
    required some static struct subscript typealias var
  `,
}
