/** Words of the language that have a class of their own, by class. */
export const PHP_WORDS = {
  k: `
    ABSTRACT AND ARRAY AS Abstract And Array As BREAK Break CASE CATCH CONST CONTINUE Case Catch
    Clone Const Continue DECLARE DEFAULT DIE DO Declare Default Die Do ECHO ELSE ELSEIF EMPTY
    ENDFOR ENDFOREACH ENDIF ENDSWITCH ENDWHILE EVAL EXIT EXTENDS Echo Else ElseIf Empty EndIf Eval
    Exit Extends FINAL FINALLY FN FOR FOREACH FUNCTION Final Finally Fn For ForEach Foreach
    Function GLOBAL GOTO Global GoTo Goto IF IMPLEMENTS INCLUDE INSTANCEOF If Implements Include
    LIST List MATCH Match NEW New OR Or PARENT PRINT PRIVATE PROTECTED PUBLIC Parent Print Private
    Protected Public READONLY RETURN ReadOnly Require Return SELF STATIC SWITCH Self Static Switch
    THROW TRY Throw Try UNSET Unset VAR Var WHILE While XOR XOr Xor YIELD Yield __CLASS__ __DIR__
    __FILE__ __FUNCTION__ __LINE__ __METHOD__ __NAMESPACE__ __TRAIT__ __class__ __dir__ __file__
    abstract and array as break case catch clone const continue dEfault dO declare default die do
    echo else elseif empty endfor endforeach endif endswitch endwhile eval exit extends fN final
    finally fn for forEach foreach function global goto if implements include include_once
    instanceOf instanceof insteadOf insteadof isSet isset list match new oR or parent print
    private protected public readOnly readonly require require_once return self static switch
    throw try unset var while xor yield
  `,
  kc: `
    E_ALL E_ATOM E_DEPRECATED E_FIXES_WORLDBOUND_DATA E_FIXES_WORLDBOUND_DATA_LX
    E_FIXES_WORLDBOUND_DATA_LY E_FIXES_WORLDBOUND_DATA_PX E_FIXES_WORLDBOUND_DATA_PY
    E_FIXES_WORLDBOUND_DATA_PZ E_FIXES_WORLDBOUND_DATA_UX E_FIXES_WORLDBOUND_DATA_UY E_FOO
    E_INTEGER E_INVARG E_OBJECT E_PERM E_PROPNF E_RANGE E_RECOVERABLE_ERROR E_SEQUENCE E_T
    E_USER_WARNING E_WARNING FALSE False NULL Null PHP_BINARY PHP_BINDIR PHP_CONFIG_FILE_PATH
    PHP_CONFIG_FILE_SCAN_DIR PHP_DATADIR PHP_DEBUG PHP_DIR PHP_EOL PHP_EXTENSION_DIR
    PHP_EXTRA_VERSION PHP_FCGI_CHILDREN PHP_FCGI_MAX_REQUESTS PHP_FD_SETSIZE PHP_FLOAT_DIG
    PHP_FLOAT_EPSILON PHP_FLOAT_MAX PHP_FLOAT_MIN PHP_INT_MAX PHP_INT_MIN PHP_INT_SIZE PHP_LIB
    PHP_LIBDIR PHP_LOCALSTATEDIR PHP_MAJOR_VERSION PHP_MANDIR PHP_MAXPATHLEN PHP_MINOR_VERSION
    PHP_OS PHP_OS_FAMILY PHP_PREFIX PHP_RELEASE_VERSION PHP_SAPI PHP_SHLIB_SUFFIX PHP_SYSCONFDIR
    PHP_URL_HOST PHP_URL_PATH PHP_URL_SCHEME PHP_VERSION PHP_VERSION_ID PHP_WINDOWS_VERSION_BUILD
    PHP_ZTS TRUE True false null true
  `,
  kn: `
    USE Use use
  `,
  nb: `
    __APPLE_CC__ __APPLE__ __ARM_NEON__ __AssemblyScript__ __BACKEND_ADDR__ __BLOCKS__ __BLOOM__
    __Binaryen__ __C99FEATURES__ __CLIPPER__ __CLIP__ __DATA__ __DATE__ __DEBUG_PAR__ __DEBUG__
    __DEVELOPMENT__ __DIE__ __ELF__ __ENCODING__ __END__ __ENV__ __FB_ARGC__ __FB_ARGV__
    __FB_DEBUG__ __FreeBSD__ __GNUC_MINOR__ __GNUC_PATCHLEVEL__ __GNUC__ __HARBOUR__
    __INITIT_IGNORE__ __ISINSERT__ __ISUPDATE__ __Italics__ __KICS2__ __LOC__ __LP64__ __MINGW32__
    __MODULE__ __OBJC_GC__ __OBJC__ __OG_MATH_INL__ __OOEXEC__ __OOOBJECT__ __OpenBSD__
    __PACKAGE__ __PAKCS__ __QNXNTO__ __REAL_VERSION__ __STACKTRACE__
    __STDCPP_DEFAULT_NEW_ALIGNMENT__ __STDC_HOSTED__ __STDC_SECURE_LIB__ __STDC_VERSION__ __Sed__
    __TARGET_BMV2__ __TARGET__ __THREADED_QUEUE_H__ __TIME__ __TypeScript__ __UNKNOWN__
    __VA_ARGS__ __WGLEW_H__ __WebAssembly__ __XPP__ ___NAME_AS_C99___ ___NAME___ ___X64__NSH___
    ____ _____ ______ _______ ________ _________ __________ ___________ ____________ _____________
    ______________ _______________ ________________ _________________ _________________________
    ___________________________ ________________________________ _________________________________
    ___hi___ ___i___ ___replLocals___ __abs__ __add__ __aliases__ __aligned__ __all__ __amd64__
    __arm__ __asm__ __attribute__ __block__ __bool__ __bss_end__ __bss_start__ __builtin__
    __builtins__ __call__ __caret__ __clang_analyzer__ __clang_major__ __clang_minor__
    __clang_patchlevel__ __className__ __code__ __common_h__ __currentRuleSet__ __debug__
    __deepcopy__ __del__ __delattr__ __dict__ __doc__ __docformat__ __eq__ __floordiv__
    __fonksiyon__ __fp__ __future__ __ge__ __generated__ __get__ __getattr__ __getattribute__
    __getbuffer__ __getitem__ __gff__ __gfx__ __global__ __gt__ __hash__ __hi__ __html_reply__
    __i386__ __imag__ __import__ __init__ __inline__ __invert__ __iter__ __iterator__
    __jsonclass__ __lassoservice_ip__ __le__ __len__ __lexer__ __linux__ __llvm__ __lt__ __lua__
    __main__ __map__ __meta__ __metaclass__ __mips__ __mlir_i1__ __mod__ __module__ __mro__
    __mul__ __music__ __my_red_lemma__ __name__ __ne__ __neg__ __new__ __next__ __noescape__
    __nonzero__ __null__ __nullable__ __object__ __output__ __pkg__ __powerpc64__ __privates__
    __proto__ __pycache__ __pyx_capi__ __pyx_k____main__ __pyx_k____test__ __pyx_n_s____main__
    __pyx_n_s____test__ __pyx_pf_5numpy_7ndarray___getbuffer__ __radd__ __real__ __reduce__
    __releasebuffer__ __repr__ __res__ __rmul__ __rsub__ __safe_for_unpickle__ __script__ __send__
    __setattr__ __setitem__ __sfx__ __shared__ __sinatra__ __sizzle__ __specs__ __str__ __struct__
    __sub__ __subpackages__ __sun__ __super__ __test__ __unicode__ __unused__ __version__
    __volatile__ __wglew_h__ __wrap_locked__ __x86_64__
  `,
}
