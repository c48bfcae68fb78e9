/** Words of the language that have a class of their own, by class. */
export const JAVA_WORDS = {
  k: `
    assert break case catch continue default do else finally for goto if instanceof new return
    switch this throw try while
  `,
  kc: `
    false null true
  `,
  kd: `
    abstract class const enum extends final implements interface native private protected public
    static strictfp super synchronized throws transient volatile
  `,
  kn: `
    import package
  `,
  kt: `
    boolean byte char double float int long short var void
  `,
}
