/** The line below the text: its words, the shortcuts, and the mode without anything else. */

import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useCommands } from '../app/commands.js'
import { t } from '../text/text.js'
import { IconButton, Toggle } from '../ui/button.js'
import { ShortcutsWindow } from './shortcuts.js'
import { countWords, readingMinutes } from './text/word-count.js'

/** Longer texts are not counted while one types. */
const MAX_COUNTED = 300_000

export function WritingFoot({ text }: { readonly text: string }) {
  const [isListing, setListing] = useState(false)
  const [isAlone, setAlone] = useAlone()
  useCommands(() => [
    { id: 'shortcuts', label: t('shortcuts'), icon: 'keyboard', run: () => setListing(true) },
    { id: 'alone', label: t('editor.alone'), icon: 'expand', run: () => setAlone(!isAlone) },
  ])
  return (
    <div className="writing-foot">
      <WordCount text={text} />
      <span className="grow" />
      <IconButton icon="keyboard" label={t('shortcuts')} onPress={() => setListing(true)} />
      <Toggle icon="expand" label={t('editor.alone')} isOn={isAlone} onChange={setAlone} />
      <ShortcutsWindow isOpen={isListing} onClose={() => setListing(false)} />
    </div>
  )
}

function WordCount({ text }: { readonly text: string }) {
  const shown = useDeferredValue(text)
  const words = useMemo(() => (shown.length > MAX_COUNTED ? null : countWords(shown)), [shown])
  if (words === null || words === 0) return null
  return (
    <span className="faint cut">
      {t('editor.words', { count: words })} ·{' '}
      {t('editor.minutes', { count: readingMinutes(words) })}
    </span>
  )
}

/** Whether the text is alone on the screen. Escape ends it, and so does leaving the editor. */
function useAlone() {
  const [isAlone, setAlone] = useState(false)
  useEffect(() => {
    if (!isAlone) return undefined
    const { classList } = document.documentElement
    classList.add('alone')
    const leave = (event: KeyboardEvent) => {
      // What closes a menu or a window closes only that.
      if (event.key === 'Escape' && !event.defaultPrevented) setAlone(false)
    }
    addEventListener('keydown', leave)
    return () => {
      classList.remove('alone')
      removeEventListener('keydown', leave)
    }
  }, [isAlone])
  return [isAlone, setAlone] as const
}
