/** A message about another server: first the explanation, if there is one, then the original in English. */

import { remoteKey } from '../text/remote-messages.js'
import { t } from '../text/text.js'

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
