/** A message in the page, beside what it is about. */

import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons.js'

type Tone = 'plain' | 'good' | 'warn' | 'bad'

/** The icon of each kind of message. */
export const MESSAGE_ICONS: Readonly<Record<Tone, IconName>> = {
  plain: 'info',
  good: 'check',
  warn: 'warning',
  bad: 'warning',
}

/** The message. Screen readers announce a bad one at once. */
export function Notice({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <div className={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={MESSAGE_ICONS[tone]} />
      <div className="grow stack-small">{children}</div>
    </div>
  )
}
