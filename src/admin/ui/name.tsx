/** What people have named: whatever is in it, it stays a text, and in its own direction. */

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
