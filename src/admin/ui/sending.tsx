/** The list of running uploads with their progress. */

import { t } from '../text/text.js'

export interface Sending {
  /** Identifies the upload, because two files may have the same name. */
  readonly id: number
  readonly name: string
  /** Progress, from 0 to 1. */
  readonly share: number
}

/** Uploads that are shown at once; the others are counted. */
const MAX_SHOWN = 4

/** The uploads; nothing if there are none. */
export function SendingList({ sending }: { sending: readonly Sending[] }) {
  if (sending.length === 0) return null
  return (
    <ul className="sending" aria-label={t('files.sending')}>
      {sending.slice(0, MAX_SHOWN).map(({ id, name, share }) => (
        <li key={id}>
          <bdi className="cut grow">{name}</bdi>
          <progress aria-label={name} max={1} value={share} />
        </li>
      ))}
      {sending.length > MAX_SHOWN && (
        <li className="faint">{t('publish.more', { count: sending.length - MAX_SHOWN })}</li>
      )}
    </ul>
  )
}
