/** The source of a file that is not saved yet, kept in the browser as texts are. */

import { useEffect, useState } from 'react'
import { dropDraft, keepDraft, readDraft, type Kept } from './drafts.js'

interface SourceDraft extends Kept {
  readonly text: string
  /** The version that one began with. */
  readonly sha: string
}

interface SourceName {
  readonly siteId: string
  readonly name: string
}

export interface KeptSource {
  /** Null for none; undefined while the browser is asked. */
  readonly draft: SourceDraft | null | undefined
  readonly keep: (text: string, sha: string) => void
  /** Forgets what was saved. */
  readonly drop: () => void
  /** Forgets it, and shows what is on the server. */
  readonly discard: () => void
  /** Changes when the editor has to begin again. */
  readonly round: number
  /** False when the browser keeps nothing. */
  readonly isKept: boolean
}

export function useKeptSource({ siteId, name }: SourceName): KeptSource {
  const key = `source:${siteId}:${name}`
  const [found, setFound] = useState<{ key: string; draft: SourceDraft | null } | null>(null)
  const [round, setRound] = useState(0)
  const [isKept, setKept] = useState(true)
  useEffect(() => {
    let isOver = false
    const take = (draft: SourceDraft | null) => {
      if (!isOver) setFound({ key, draft })
    }
    readDraft<SourceDraft>(key).then(take, () => take(null))
    return () => {
      isOver = true
    }
  }, [key])
  const drop = () => {
    void dropDraft(key).catch(() => undefined)
    setFound({ key, draft: null })
  }
  return {
    draft: found?.key === key ? found.draft : undefined,
    round,
    isKept,
    drop,
    keep: (text, sha) => {
      keepDraft<SourceDraft>({ key, text, sha, at: Date.now() }).catch(() => setKept(false))
    },
    discard: () => {
      drop()
      setRound(round + 1)
    },
  }
}
