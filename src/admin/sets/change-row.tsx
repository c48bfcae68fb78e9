/** One changed file of a set: what happened to it, its title, and what differs. */

import { useState } from 'react'
import { ToggleButton as Pressable } from 'react-aria-components'
import { Link } from '../app/router.js'
import { labelOf } from '../editor/field-words.js'
import type { FieldPath } from '../editor/form.js'
import { listText } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Name, PathName } from '../ui/name.js'
import { ChangeWindow } from './change-window.js'
import { NotesOf } from './notes.js'
import { pathOf, titleOf, type ChangeSet, type Kept, type SetChange, type SetNote } from './sets.js'
import { ts } from './texts.js'

const TONES = { created: 'good', changed: 'accent', moved: 'accent', deleted: 'bad' } as const

interface RowProps {
  readonly set: ChangeSet
  readonly change: SetChange
}

interface SettleProps extends RowProps {
  /** For a change that can't be merged; undefined until it is chosen. */
  readonly kept: Kept | undefined
  readonly onKeep: (kept: Kept) => void
  /** Of the whole set. */
  readonly notes: readonly SetNote[]
}

export function ChangeRow({ set, change, kept, onKeep, notes }: SettleProps) {
  const [isLooking, setLooking] = useState(false)
  const { action, conflict } = change
  const title = titleOf(change)
  return (
    <li>
      <span className={`badge ${conflict ? 'warn' : TONES[action]}`}>
        {ts(conflict ? 'conflict' : `action.${action}`)}
      </span>
      <span className="grow stack-small">
        <Title set={set} change={change} />
        <Facts change={change} />
        <NotesOf notes={notes} path={change.path} />
        {conflict && set.can.change && <Choice title={title} kept={kept} onKeep={onKeep} />}
      </span>
      <Button look="quiet" aria-label={ts('look.of', { title })} onPress={() => setLooking(true)}>
        {ts('look')}
      </Button>
      {isLooking && <ChangeWindow {...{ set, change }} onClose={() => setLooking(false)} />}
    </li>
  )
}

interface ChoiceProps extends Pick<SettleProps, 'kept' | 'onKeep'> {
  readonly title: string
}

/** Which version stays; the difference is beside it. */
function Choice({ title, kept, onKeep }: ChoiceProps) {
  return (
    <span className="row" role="group" aria-label={ts('settle.of', { title })}>
      {(['set', 'main'] as const).map((side) => (
        <Pressable
          key={side}
          className="button"
          isSelected={kept === side}
          onChange={() => onKeep(side)}
        >
          {ts(`settle.${side}`)}
        </Pressable>
      ))}
    </span>
  )
}

/** Leads to the text as the set has it. */
function Title({ set, change }: RowProps) {
  const title = titleOf(change)
  const { id, type, action } = change
  const isThere = id !== null && action !== 'deleted' && (type === 'document' || type === 'page')
  if (!isThere) return <Name className="cut strong" text={title} />
  return (
    <Link to={pathOf(set.site_id, `/${type}s/${id}`, set.id)} className="cut strong">
      <Name text={title} />
    </Link>
  )
}

function Facts({ change: { path, from, fields } }: Pick<RowProps, 'change'>) {
  const names = fields.filter((name) => name !== 'filename' && name !== 'path')
  return (
    <span className="faint">
      <PathName text={path} />
      {from !== null && ` (${ts('from', { path: from })})`}
      {/* They are named as in the API. */}
      {names.length > 0 && ` · ${listText(names.map((name) => labelOf(name as FieldPath)))}`}
    </span>
  )
}
