/** The window that lists the shortcuts of the keyboard. */

import type { Key } from '../text/catalogue.js'
import { t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'

/** In the form of CodeMirror: `Mod` is Ctrl, and Command on a Mac. */
const SHORTCUTS: readonly (readonly [Key, string])[] = [
  ['save', 'Mod-S'],
  ['palette', 'Mod-.'],
  ['shortcuts.blocks', '/'],
  ['tool.bold', 'Mod-B'],
  ['tool.italic', 'Mod-I'],
  ['tool.link', 'Mod-K'],
  ['tool.code', 'Mod-E'],
  ['tool.heading', 'Mod-Alt-2'],
  ['slash.heading-3', 'Mod-Alt-3'],
  ['tool.bullets', 'Mod-Shift-8'],
  ['tool.numbers', 'Mod-Shift-7'],
  ['tool.quote', 'Mod-Shift-9'],
  ['find-panel.find', 'Mod-F'],
  ['shortcuts.undo', 'Mod-Z'],
  ['shortcuts.redo', 'Mod-Shift-Z'],
  ['shortcuts.cell', 'Tab'],
  ['shortcuts.row', 'Enter'],
  ['shortcuts.leave', 'Escape'],
]

interface ShortcutsProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function ShortcutsWindow({ isOpen, onClose }: ShortcutsProps) {
  return (
    <Window title={t('shortcuts')} isOpen={isOpen} onClose={onClose}>
      <dl className="shortcuts" tabIndex={0} aria-label={t('shortcuts')}>
        {SHORTCUTS.map(([key, combination]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>
              {combination.split('-').map((name) => (
                <kbd key={name}>{keyName(name)}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="row-end">
        <Button onPress={onClose}>{t('close')}</Button>
      </div>
    </Window>
  )
}

const NAMES: Readonly<Record<string, Key>> = { Mod: 'key.control', Shift: 'key.shift' }

/** What is printed on a key. */
function keyName(name: string): string {
  const isMac = /Mac|iP(?:hone|ad|od)/.test(navigator.platform)
  if (isMac && name === 'Mod') return '⌘'
  if (isMac && name === 'Alt') return '⌥'
  const key = NAMES[name]
  return key ? t(key) : name
}
