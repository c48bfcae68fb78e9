/** A name given by users: shown as plain text, in its own writing direction. */

import { shownText } from '../text/shown.js'

/** A path or name of a file: its folders and its ending stay where they are read, in names of any script. */
export function PathName({ text, className, title }: NameProps) {
  return (
    <bdi dir="ltr" className={className} title={title === undefined ? undefined : shownText(title)}>
      {shownText(text)}
    </bdi>
  )
}

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
