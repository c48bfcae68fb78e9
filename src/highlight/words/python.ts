/** Words of the language that have a class of their own, by class. */
export const PYTHON_WORDS = {
  bp: `
    Ellipsis False None True self
  `,
  k: `
    as assert async await break class continue def del elif else except exec finally for from
    global if import lambda nonlocal pass print raise return try while with yield
  `,
  nb: `
    ArithmeticError AssertionError AttributeError BaseException BlockingIOError BrokenPipeError
    BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError
    ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError EnvironmentError
    Exception FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit
    IOError ImportError ImportWarning IndentationError IndexError InterruptedError
    IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError
    NameError NotADirectoryError NotImplemented NotImplementedError OSError OverflowError
    OverflowWarning PendingDeprecationWarning ProcessLookupError RecursionError ReferenceError
    ResourceWarning RuntimeError RuntimeWarning StandardError StopAsyncIteration StopIteration
    SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError
    UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError
    UnicodeWarning UserWarning VMSError ValueError Warning WindowsError ZeroDivisionError
    __import__ abs all any apply ascii basestring bin bool buffer bytearray bytes callable chr
    classmethod cmp coerce compile complex delattr dict dir divmod enumerate eval execfile exit
    file filter float format frozenset getattr globals hasattr hash hex id input int intern
    isinstance issubclass iter len list locals long map max memoryview min next object oct open
    ord pow property range raw_input reduce reload repr reversed round set setattr slice sorted
    staticmethod str sum super tuple type unichr unicode vars xrange zip
  `,
  ow: `
    and in is not or
  `,
}
