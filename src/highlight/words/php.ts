/** Keywords, in lower case: PHP knows them in any. */
export const PHP_WORDS = `
  __class__ __dir__ __file__ __function__ __halt_compiler __line__ __method__ __namespace__
  __trait__ abstract and array as break case catch cfunction clone continue declare default die
  do echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile eval exit
  extends final finally fn for foreach global goto if implements include include_once instanceof
  insteadof isset list match new old_function or parent print private protected public readonly
  require require_once return self static switch throw try unset var while xor yield
`
