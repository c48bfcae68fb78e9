/** Words of the language that have a class of their own, by class. */
export const CLOJURE_WORDS = {
  k: `
    cond def defmacro defmethod defmulti defn defstruct fn for if let
  `,
  nb: `
    accessor agent aget alength alter and apply aset assert assoc await bean binding boolean
    butlast byte cast char children class comment comp comparator complement concat conj cons
    constantly count cycle dec deref difference disj dissoc distinct doc doseq dosync dotimes doto
    double down drop edit ensure eval filter find first float flush gensym get identity import inc
    index int interleave intersection into iterate join key keys keyword last left list load
    locking long loop macroexpand map mapcat max memfn merge meta min name namespace new newline
    next node not nth or parse partial path peek pop pr print println prn project proxy quot rand
    range read reduce ref refer rem remove rename repeat replace replicate resolve rest reverse
    right rights root second select send seq set short slurp some sort str struct subs subvec
    symbol sync take test time union up val vals vector when zipmap
  `,
}
