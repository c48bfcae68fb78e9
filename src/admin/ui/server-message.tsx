/** A sentence of the server about another one: what it means first, then the sentence, which is English. */

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
