/**
 * A field for several words, such as tags. Enter or a comma adds one, Backspace in the empty field removes the last
 * one.
 */

import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { t } from '../text/text.js'
import { Icon } from './icons.js'
import { Suggestions, useSuggestions } from './suggestions.js'

interface WordsProps {
  readonly label: string
  readonly value: readonly string[]
  readonly onChange: (value: string[]) => void
  /** Words to suggest. */
  readonly known?: readonly string[]
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly autoFocus?: boolean
}

export function WordsField(props: WordsProps) {
  const { label, value, onChange, known = [], help, error, autoFocus } = props
  const [text, setText] = useState('')
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const take = (words: readonly string[]) => {
    const all = new Set([...value, ...words])
    setText('')
    if (all.size > value.length) onChange([...all])
  }
  const words = fitting(text, known, value)
  const list = useSuggestions({ id, words, onChoose: (word) => take([word]) })
  const add = () => {
    list.close()
    take(wordsOf(text, known))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (list.onKeyDown(event)) return
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && text === '') {
      onChange(value.slice(0, -1))
    }
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div ref={box} className="words input">
        {value.map((word) => (
          <Tag
            key={word}
            word={word}
            onRemove={() => onChange(value.filter((other) => other !== word))}
          />
        ))}
        <input
          id={id}
          autoFocus={autoFocus}
          dir="auto"
          {...list.field}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={(help ?? error) ? `${id}-help` : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            list.open()
          }}
          onClick={list.open}
          onKeyDown={onKeyDown}
          onBlur={add}
        />
      </div>
      <Suggestions list={list} label={t('words.known')} below={box} />
      <Notes id={`${id}-help`} help={help} error={error} />
    </div>
  )
}

function Tag({ word, onRemove }: { word: string; onRemove: () => void }) {
  return (
    <span className="tag">
      <span className="cut" dir="auto">
        {word}
      </span>
      <button type="button" aria-label={t('words.remove', { word })} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  )
}

/** Most suggestions that are shown. */
const MAX_SUGGESTIONS = 50

/** Unused suggestions that match the typed text; those that begin with it come first. */
function fitting(
  text: string,
  known: readonly string[],
  value: readonly string[],
): readonly string[] {
  const typed = text.trim().toLowerCase()
  const placeIn = (word: string) => word.toLowerCase().indexOf(typed)
  return known
    .filter((word) => !value.includes(word) && placeIn(word) >= 0)
    .sort((a, b) => Number(placeIn(a) > 0) - Number(placeIn(b) > 0))
    .slice(0, MAX_SUGGESTIONS)
}

/** Splits pasted text at commas, unless the whole text is a known word. */
function wordsOf(text: string, known: readonly string[]): readonly string[] {
  const written = text.trim()
  if (known.includes(written)) return [written]
  const words = written.split(',').map((word) => word.trim())
  return words.filter((word) => word !== '')
}

type NotesProps = Pick<WordsProps, 'help' | 'error'> & { readonly id: string }

/** Help and error below the field. */
function Notes({ id, help, error }: NotesProps) {
  if ((help ?? error) === undefined) return null
  return (
    <span id={id} className="stack-small">
      {help !== undefined && <span className="help">{help}</span>}
      {error !== undefined && <span className="error">{error}</span>}
    </span>
  )
}
