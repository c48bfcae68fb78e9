/** What could not be read, with a way to ask once more. */

import { useQueryClient } from '@tanstack/react-query'
import { messageOf, t } from '../text/text.js'
import { Button } from './button.js'
import { Notice } from './notice.js'

/** Asks again for everything on the screen that failed. */
export function LoadError({ error }: { error: unknown }) {
  const cache = useQueryClient()
  const again = () =>
    void cache.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error',
    })
  return (
    <Notice tone="bad">
      <span className="row">
        <span className="grow">{messageOf(error)}</span>
        <Button onPress={again}>{t('retry')}</Button>
      </span>
    </Notice>
  )
}
