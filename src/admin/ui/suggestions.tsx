/** A list of suggestions below a field, chosen with arrow keys and Enter or by mouse. */

import { useState, type KeyboardEvent, type RefObject } from 'react'
import { Popover } from 'react-aria-components'

interface Options {
  /** Id of the field; ids of the list and its entries begin with it. */
  readonly id: string
  readonly words: readonly string[]
  readonly onChoose: (word: string) => void
}

/** No entry is active: Enter takes the typed text. */
const NONE = -1
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

export function useSuggestions({ id, words, onChoose }: Options) {
  const [isWanted, setWanted] = useState(false)
  const [at, setAt] = useState(NONE)
  const isOpen = isWanted && words.length > 0
  const open = () => {
    setWanted(true)
    setAt(NONE)
  }
  const close = () => {
    setWanted(false)
    setAt(NONE)
  }
  const choose = (word: string) => {
    close()
    onChoose(word)
  }
  const go = (step: number) => {
    const from = isOpen ? at : NONE
    setWanted(true)
    if (from === NONE) setAt(step > 0 ? 0 : words.length - 1)
    else setAt((from + step + words.length) % words.length)
  }
  /** Handles a key. Returns true if it was for the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const step = STEPS[event.key]
    const looked = isOpen ? words[at] : undefined
    if (step !== undefined && words.length > 0) go(step)
    else if (event.key === 'Enter' && looked !== undefined) choose(looked)
    else if (event.key === 'Escape' && isOpen) close()
    else return false
    // Escape closes only the list, not the dialog around it.
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const field = {
    role: 'combobox',
    autoComplete: 'off',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? `${id}-list` : undefined,
    'aria-activedescendant': isOpen && at !== NONE ? `${id}-${at}` : undefined,
  } as const
  return { id, words, at, isOpen, open, close, choose, onKeyDown, field }
}

interface SuggestionsProps {
  readonly list: ReturnType<typeof useSuggestions>
  readonly label: string
  /** The element below which the list is shown. */
  readonly below: RefObject<HTMLElement | null>
}

export function Suggestions({ list, label, below }: SuggestionsProps) {
  const { id, words, at, isOpen, choose, close } = list
  return (
    <Popover
      className="popover"
      triggerRef={below}
      isNonModal
      isOpen={isOpen}
      onOpenChange={(next) => !next && close()}
      placement="bottom start"
      offset={6}
    >
      <ul role="listbox" id={`${id}-list`} aria-label={label}>
        {words.map((word, index) => (
          <li
            key={word}
            ref={index === at ? scrollIntoSight : undefined}
            role="option"
            id={`${id}-${index}`}
            aria-selected={index === at}
            className="option"
            data-focused={index === at || undefined}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(word)}
          >
            <span className="cut" dir="auto">
              {word}
            </span>
          </li>
        ))}
      </ul>
    </Popover>
  )
}

function scrollIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
