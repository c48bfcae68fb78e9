/** The message for a failed request, with a retry button. */

import { useQueryClient } from '@tanstack/react-query'
import { messageOf, t } from '../text/text.js'
import { Button } from './button.js'
import { Notice } from './notice.js'

/** Retries all failed requests of the screen. */
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
