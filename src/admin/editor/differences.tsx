/** Shows in which fields and words two versions of a document differ. */

import { useSiteJobs } from '../app/jobs.js'
import { dateText, t } from '../text/text.js'
import { DiffView, DiffWords } from './diff-view.js'
import { labelOf, NO_VALUE, valueText } from './field-words.js'
import { changedNames, valueOf, type FieldPath, type Form } from './form.js'

/** Longer values are compared by words; shorter ones are shown whole, one after the other. */
const MAX_WHOLE = 60

interface DifferencesProps {
  readonly before: Form
  readonly after: Form
  /** A field that is not listed. */
  readonly without?: FieldPath
}

/** The changed fields by name, and the changed words of the body. */
export function Differences({ before, after, without }: DifferencesProps) {
  const names = changedNames(before, after).filter((name) => name !== 'body' && name !== without)
  return (
    <>
      {names.map((name) => (
        <FieldDifference key={name} name={name} before={before} after={after} />
      ))}
      <DiffView before={before.body} after={after.body} />
    </>
  )
}

function FieldDifference({ name, ...sides }: DifferencesProps & { readonly name: FieldPath }) {
  const { site } = useSiteJobs()
  const before = shownText(name, sides.before, site.timezone)
  const after = shownText(name, sides.after, site.timezone)
  const isLong = name === 'title' || Math.max(before.length, after.length) > MAX_WHOLE
  return (
    <section className="stack-small">
      <h3 dir="auto">{labelOf(name)}</h3>
      {isLong ? <DiffWords before={before} after={after} /> : <Whole {...{ before, after }} />}
    </section>
  )
}

/** Short values would be unreadable as a mix of their words, as dates are. */
function Whole({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <p className="diff-words" dir="auto">
      {before !== '' && <del>{before}</del>}
      {before !== '' && after !== '' && ' → '}
      {after !== '' && <ins>{after}</ins>}
    </p>
  )
}

/** The value of a field as text; empty for a missing one. */
function shownText(name: FieldPath, form: Form, zone: string): string {
  if (name === 'visibility') return t(`visibility.${form.visibility}`)
  if (name === 'date' && form.date !== null) return dateText(form.date, zone)
  const text = valueText(valueOf(form, name))
  return text === NO_VALUE ? '' : text
}
