/** Words of the language that have a class of their own, by kind. */
export const RUBY_WORDS = {
  keywords: `
    BEGIN END alias begin break case defined? do else elsif end ensure for if in next redo rescue raise retry return
    super then undef unless until when while yield
  `,
  pseudo: `
    loop include extend raise alias_method attr catch throw private module_function public protected true false nil
    __FILE__ __LINE__
  `,
  builtins: `
    attr_reader attr_writer attr_accessor __id__ __send__ abort ancestors at_exit autoload binding callcc caller catch
    chomp chop class_eval class_variables clone const_defined? const_get const_missing const_set constants display dup
    eval exec exit extend fail fork format freeze getc gets global_variables gsub hash id included_modules inspect
    instance_eval instance_method instance_methods instance_variable_get instance_variable_set instance_variables lambda
    load local_variables loop method method_missing methods module_eval name object_id open p print printf
    private_class_method private_instance_methods private_methods proc protected_instance_methods protected_methods
    public_class_method public_instance_methods public_methods putc puts raise rand readline readlines require
    require_relative scan select self send set_trace_func singleton_methods sleep split sprintf srand sub syscall system
    taint test throw to_a to_s trace_var trap untaint untrace_var warn
  `,
  /** Built in with a question mark behind them. */
  questions: `
    autoload block_given const_defined eql equal frozen include instance_of is_a iterator kind_of method_defined nil
    private_method_defined protected_method_defined public_method_defined respond_to tainted
  `,
  /** Built in with an exclamation mark behind them. */
  shouts: 'chomp chop exit gsub sub',
}
