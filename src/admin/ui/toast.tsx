/** Toasts: short messages at the foot of the page, from anywhere in the admin. */

import { useEffect, useSyncExternalStore } from 'react'
import { usePath } from '../app/router.js'
import { t } from '../text/text.js'
import { IconButton } from './button.js'
import { Icon } from './icons.js'
import { MESSAGE_ICONS } from './notice.js'

interface Toast {
  readonly id: number
  readonly tone: 'good' | 'bad' | 'plain'
  readonly text: string
  /** The page on which it appeared. */
  readonly path: string
}

const GOOD_MS = 5000
const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []
let count = 0

function setToasts(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function drop(id: number): void {
  setToasts(toasts.filter((toast) => toast.id !== id))
}

/** Shows a toast. A good one disappears after five seconds, a bad one when the user closes it or goes to another page. */
export function showToast(tone: 'good' | 'bad', text: string): void {
  const id = add(tone, text)
  if (tone === 'good') setTimeout(() => drop(id), GOOD_MS)
}

/** Shows a toast until a promise settles. */
export function showToastWhile(text: string, lasting: Promise<void>): void {
  const id = add('plain', text)
  void lasting.finally(() => drop(id))
}

function add(tone: Toast['tone'], text: string): number {
  count += 1
  const id = count
  const toast = { id, tone, text, path: location.pathname }
  setToasts([...toasts.filter((other) => other.text !== text).slice(-2), toast])
  return id
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The place of the toasts; mounted once per page. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  const path = usePath()
  useEffect(() => {
    const stays = ({ tone, path: own }: Toast) => tone !== 'bad' || own === location.pathname
    if (!toasts.every(stays)) setToasts(toasts.filter(stays))
  }, [path])
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, tone, text }) => (
        <div key={id} className={`toast ${tone}`}>
          <Icon name={MESSAGE_ICONS[tone]} />
          <span className="grow">{text}</span>
          <IconButton icon="close" label={t('close')} onPress={() => drop(id)} />
        </div>
      ))}
    </div>
  )
}
