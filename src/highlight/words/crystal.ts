/** Words of the language that have a class of their own, by kind. */
export const CRYSTAL_WORDS = {
  keywords: `
    BEGIN END alias begin break case defined? do else elsif end ensure for if ifdef in next redo rescue raise retry
    return super then undef unless until when while yield lib fun type of as
  `,
  // Rouge takes the question mark of two of its names for an optional letter before it.
  pseudo: `
    initialize new loop include extend raise attr_reader attr_writer attr_accessor alias_method attr catch throw private
    module_function public protected true false nil __FILE__ __LINE__ getter gette property propert struct record
  `,
  builtins: `
    abort ancestors at_exit caller catch chomp chop clone constants display dup eval exec exit extend fail fork format
    freeze getc gets global_variables gsub hash id included_modules inspect instance_eval instance_method
    instance_methods lambda loop method method_missing methods module_eval name object_id open p print printf proc putc
    puts raise rand readline readlines require scan select self send sleep split sprintf srand sub syscall system test
    throw to_a to_s trap warn
  `,
  questions: 'eql equal include is_a iterator kind_of nil',
  shouts: 'chomp chop exit gsub sub',
}
