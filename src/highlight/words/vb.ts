/** Words of the language that have a class of their own, by class. */
export const VB_WORDS = {
  k: `
    AddHandler Alias ByRef ByVal CBool CByte CChar CDate CDbl CDec CInt CLng CObj CSByte CShort
    CSng CStr CType CUInt CULng CUShort Call Case Catch Class Const Continue Declare Default
    Delegate Dim DirectCast Do Each Else ElseIf End EndIf Enum Erase Error Event Exit False
    Finally For Friend Function Get Global GoSub GoTo Handles If Implements Imports Inherits
    Interface Let Lib Loop Me Module MustInherit MustOverride MyBase MyClass Namespace Narrowing
    New Next Not NotInheritable NotOverridable Nothing Of On Operator Option Optional Overloads
    Overridable Overrides ParamArray Partial Private Property Protected Public RaiseEvent ReDim
    ReadOnly RemoveHandler Resume Return Select Set Shadows Shared Single Static Step Stop
    Structure Sub SyncLock Then Throw To True Try TryCast Using Wend When While Widening With
    WithEvents WriteOnly
  `,
  kt: `
    Boolean Byte Char Date Decimal Double Integer Long Object SByte Short String UInteger ULong
    UShort Variant
  `,
  nb: `
    Console ConsoleColor
  `,
  ow: `
    AddressOf And AndAlso As GetType In Is IsNot Like Mod Or OrElse TypeOf Xor
  `,
}
