/** Several words, such as tags: Enter or a comma adds one, Backspace in an empty field takes the last. */

import { useId, useState, type KeyboardEvent } from 'react'
import { t } from '../text/text.js'
import { Icon } from './icons.js'

interface WordsProps {
  readonly label: string
  readonly value: readonly string[]
  readonly onChange: (value: string[]) => void
  /** Words that were used so far. */
  readonly known?: readonly string[]
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly autoFocus?: boolean
}

export function WordsField(props: WordsProps) {
  const { label, value, onChange, known = [], help, error, autoFocus } = props
  const [text, setText] = useState('')
  const id = useId()
  const add = () => {
    const all = new Set([...value, ...wordsOf(text, known)])
    setText('')
    if (all.size > value.length) onChange([...all])
  }
  const onKeyDown = (event: KeyboardEvent) => {
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
      <div className="words input">
        {value.map((word) => (
          <span key={word} className="tag">
            <span className="cut" dir="auto">
              {word}
            </span>
            <button
              type="button"
              aria-label={t('words.remove', { word })}
              onClick={() => onChange(value.filter((other) => other !== word))}
            >
              <Icon name="close" />
            </button>
          </span>
        ))}
        <input
          id={id}
          autoFocus={autoFocus}
          dir="auto"
          list={`${id}-known`}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={(help ?? error) ? `${id}-help` : undefined}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={add}
        />
        <datalist id={`${id}-known`}>
          {known
            .filter((word) => !value.includes(word))
            .map((word) => (
              <option key={word} value={word} />
            ))}
        </datalist>
      </div>
      <Notes id={`${id}-help`} help={help} error={error} />
    </div>
  )
}

/** What was pasted may hold several; a word that there is already may hold a comma itself. */
function wordsOf(text: string, known: readonly string[]): readonly string[] {
  const written = text.trim()
  if (known.includes(written)) return [written]
  const words = written.split(',').map((word) => word.trim())
  return words.filter((word) => word !== '')
}

type NotesProps = Pick<WordsProps, 'help' | 'error'> & { readonly id: string }

/** What is said below the field, if anything. */
function Notes({ id, help, error }: NotesProps) {
  if ((help ?? error) === undefined) return null
  return (
    <span id={id} className="stack-small">
      {help !== undefined && <span className="help">{help}</span>}
      {error !== undefined && <span className="error">{error}</span>}
    </span>
  )
}
