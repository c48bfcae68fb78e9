/** What the pages of mailed links share. */

import { useSyncExternalStore } from 'react'
import { navigate } from '../app/router.js'
import { tp } from '../text/people.js'
import { t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Notice } from '../ui/notice.js'

/** The secret after the `#`. Browsers do not send this part, so it appears in no log. */
export function useSecret(): string {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  return /^#([0-9a-f]{64})$/.exec(hash)?.[1] ?? ''
}

/** A link may be opened where the page is open already. */
function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

export function LinkOver() {
  return (
    <>
      <Notice tone="warn">
        <strong>{tp('join.over')}</strong>
        <p>{tp('join.over.text')}</p>
      </Notice>
      <ToSignIn />
    </>
  )
}

/** The used secret leaves the address and the browser's history. */
export function ToSignIn() {
  return <Button onPress={() => navigate('/sites', { replace: true })}>{t('sign-in')}</Button>
}
