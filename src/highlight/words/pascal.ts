/** Words of the language that have a class of their own, by class. */
export const PASCAL_WORDS = {
  nb: `
    true false nil
  `,
  k: `
    absolute abstract all and and_then array as asm assembler attribute begin bindable case class const
    constructor delay destructor div do downto else end except exit export exports external far file
    finalization finally for forward function goto if implementation import in inc index inherited
    initialization inline interface interrupt is label library message mod module near not object of on only
    operator or or_else otherwise out overload override packed pascal pow private procedure program property
    protected public published qualified raise read record register repeat resident resourcestring restricted
    safecall segment set shl shr stdcall stored string then threadvar to try type unit until uses value var view
    virtual while with write writeln xor
  `,
  kt: `
    ansichar ansistring bool boolean byte bytebool cardinal char comp currency double dword extended int64
    integer iunknown longbool longint longword pansichar pansistring pbool pboolean pbyte pbytearray pcardinal
    pchar pcomp pcurrency pdate pdatetime pdouble pdword pextended phandle pint64 pinteger plongint plongword
    pointer ppointer pshortint pshortstring psingle psmallint pstring pvariant pwidechar pwidestring pword
    pwordarray pwordbool real real48 shortint shortstring single smallint tclass tdate tdatetime textfile
    thandle tobject ttime variant widechar widestring word wordbool
  `,
}
