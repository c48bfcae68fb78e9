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

interface NoticeProps {
  readonly tone: Tone
  /** True if screen readers are told elsewhere. */
  readonly isSaid?: boolean
  readonly children: ReactNode
}

/** The message. Screen readers announce a bad one at once. */
export function Notice({ tone, isSaid = false, children }: NoticeProps) {
  const role = tone === 'bad' ? 'alert' : 'status'
  return (
    <div className={`notice ${tone}`} role={isSaid ? undefined : role}>
      <Icon name={MESSAGE_ICONS[tone]} />
      <div className="grow stack-small">{children}</div>
    </div>
  )
}
