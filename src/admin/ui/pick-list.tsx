/** A field with a list below it: what is typed narrows the list, arrow keys move in it, and Enter picks. */

import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Icon, type IconName } from './icons.js'
import { Name } from './name.js'

export interface PickItem {
  readonly id: string
  readonly label: string
  readonly icon: IconName
  /** Said behind the label: where it is, or its keys. */
  readonly note?: string | undefined
}

interface PickListProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly picks: readonly PickItem[]
  readonly onPick: (id: string) => void
  /** Shown in place of an empty list. */
  readonly none: string
  /** False where the list is not the first thing to do. */
  readonly autoFocus?: boolean
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Whether a key is one: what is being composed is not typed yet. Enter must not send the form around. */
function isKey(event: KeyboardEvent): boolean {
  if (event.key === 'Enter') event.preventDefault()
  return !event.nativeEvent.isComposing
}

/** Where an arrow key leads; null for other keys. */
function keyed(event: KeyboardEvent, list: { current: number; count: number }): number | null {
  const step = STEPS[event.key]
  if (step === undefined || list.count === 0 || !isKey(event)) return null
  event.preventDefault()
  return (list.current + step + list.count) % list.count
}

export function PickList(props: PickListProps) {
  const { label, value, onChange, picks, onPick, none, autoFocus = true } = props
  const base = useId()
  const [at, setAt] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const current = Math.min(at, picks.length - 1)
  const chosen = picks[current]
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const idOf = (index: number) => `${base}-${index}`
  return (
    <div className="pick-list">
      <div className="search">
        <Icon name="search" />
        <input
          className="input"
          role="combobox"
          type="text"
          aria-label={label}
          aria-expanded={picks.length > 0}
          aria-controls={base}
          aria-autocomplete="list"
          aria-activedescendant={chosen && idOf(current)}
          placeholder={label}
          dir="auto"
          autoComplete="off"
          autoFocus={autoFocus}
          value={value}
          onChange={(event) => {
            setAt(0)
            onChange(event.target.value)
          }}
          onKeyDown={(event) => {
            const to = keyed(event, { current, count: picks.length })
            if (to !== null) setAt(to)
            else if (event.key === 'Enter' && isKey(event) && chosen) onPick(chosen.id)
          }}
        />
      </div>
      <ul className="picks" ref={list} id={base} role="listbox" aria-label={label}>
        {picks.map((pick, index) => (
          <Option
            key={pick.id}
            {...{ pick, onPick }}
            id={idOf(index)}
            isCurrent={index === current}
          />
        ))}
      </ul>
      {picks.length === 0 && (
        <p className="soft" role="status">
          {none}
        </p>
      )}
    </div>
  )
}

interface OptionProps extends Pick<PickListProps, 'onPick'> {
  readonly pick: PickItem
  readonly id: string
  readonly isCurrent: boolean
}

function Option({ pick, id, isCurrent, onPick }: OptionProps) {
  return (
    <li
      id={id}
      role="option"
      className="pick"
      aria-selected={isCurrent}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(pick.id)}
    >
      <Icon name={pick.icon} />
      <Name className="cut grow" text={pick.label} />
      {pick.note !== undefined && (
        <span className="faint cut" dir="auto">
          {pick.note}
        </span>
      )}
    </li>
  )
}
