/** A message about another server: first the explanation, if there is one, then the original in English. */

import { remoteHint } from '../text/remote-messages.js'

export function ServerMessage({ text }: { text: string }) {
  const hint = remoteHint(text)
  return (
    <>
      {hint !== null && <span>{hint}</span>}
      <span dir="auto" lang="en" className={hint === null ? undefined : 'faint'}>
        {text}
      </span>
    </>
  )
}
