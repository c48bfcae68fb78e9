/** A message about another server: first the explanation, if there is one, then the original in English. */

import { remoteKey } from '../text/remote-messages.js'
import { language, t } from '../text/text.js'

export function ServerMessage({ text }: { text: string }) {
  const key = remoteKey(text)
  return (
    <>
      {key && <span>{t(key)}</span>}
      <span dir="auto" lang="en" className={key && 'faint'}>
        {text}
      </span>
    </>
  )
}

interface TranslatedProps {
  readonly text: string
  /** What it says in the language of the user; null if that is not known. */
  readonly own: string | null
}

/** A message of this server: where the user reads another language, first what it says in that, then the original. */
export function TranslatedMessage({ text, own }: TranslatedProps) {
  const isTranslated = own !== null && language() !== 'en'
  return (
    <>
      {isTranslated && <span dir="auto">{own}</span>}
      <span dir="auto" lang="en" className={isTranslated ? 'faint' : undefined}>
        {text}
      </span>
    </>
  )
}
