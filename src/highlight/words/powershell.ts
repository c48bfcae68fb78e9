/** Words that PowerShell's lexer knows, in the order in which they are tried where one begins another. */
export const POWERSHELL_WORDS = {
  keywords: `
    assembly base begin break catch class command configuration continue data define do
    dynamicparam else elseif end enum exit filter finally for foreach from function hidden if in
    inlinescript interface module namespace parallel param private process public return sequence
    static switch throw trap try type until using var while workflow
  `,
  operators: `
    and as band bnot bor bxor ccontains ceq cge cgt cle clike clt cmatch cne cnotcontains cnotlike
    cnotmatch contains creplace csplit eq ge gt icontains ieq ige igt ile ilike ilt imatch ine
    inotcontains inotlike inotmatch ireplace is isnot isplit join le like lt match ne not
    notcontains notlike notmatch or replace shl shr split xor
  `,
  automatic: `
    args ConsoleFileName Error Event EventArgs EventSubscriber ExecutionContext false foreach HOME
    Host input IsCoreCLR IsLinux IsMacOS IsWindows LastExitCode Matches MyInvocation
    NestedPromptLevel null PID PROFILE PSBoundParameters PSCmdlet PSCommandPath PSCulture
    PSDebugContext PSHOME PSItem PSScriptRoot PSSenderInfo PSUICulture PSVersionTable PWD
    REPORTERRORSHOWEXCEPTIONCLASS REPORTERRORSHOWINNEREXCEPTION REPORTERRORSHOWSOURCE
    REPORTERRORSHOWSTACKTRACE SENDER ShellId StackTrace switch this true
  `,
  attributes: `
    ConfirmImpact DefaultParameterSetName HelpURI PositionalBinding SupportsPaging
    SupportsShouldProcess
  `,
  help: `
    component description example externalhelp forwardhelpcategory forwardhelptargetname
    functionality inputs link notes outputs parameter remotehelprunspace role synopsis
  `,
}
