/** A name given by users: shown as plain text, in its own writing direction. */

import { shownText } from '../text/shown.js'

interface NameProps {
  readonly text: string
  readonly className?: string
  readonly title?: string
}

export function Name({ text, className, title }: NameProps) {
  return (
    <bdi className={className} title={title === undefined ? undefined : shownText(title)}>
      {shownText(text)}
    </bdi>
  )
}
