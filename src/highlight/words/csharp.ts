/** Words of the language that have a class of their own, by class. */
export const CSHARP_WORDS = {
  k: `
    abstract add alias as ascending async await base break by case catch checked class const
    continue default delegate descending do else enum equals event explicit extern false finally
    fixed for foreach from get global goto group if implicit in interface internal into is join
    let lock nameof namespace new null on operator orderby out override params partial private
    protected public readonly ref remove return sealed select set sizeof stackalloc static struct
    switch this throw true try typeof unchecked unsafe using value virtual void volatile where
    while yield
  `,
  kt: `
    bool byte char decimal double dynamic float int long object sbyte short string uint ulong
    ushort var
  `,
}
