/** A file as a small picture, made by the server; a pictogram where there is none. */

import { useState } from 'react'
import type { StoredFile } from '../api/types.js'
import { Icon } from '../ui/icons.js'

export function Thumbnail({ file }: { file: StoredFile }) {
  const [, ending] = /[^.]\.([a-z0-9]{1,6})$/i.exec(file.basename) ?? []
  const [isBroken, setBroken] = useState(false)
  if (file.thumbnail_url !== null && !isBroken) {
    const { pathname, search } = new URL(file.thumbnail_url, location.href)
    return (
      <div className="file-picture" aria-hidden="true">
        <img
          src={pathname + search}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      </div>
    )
  }
  return (
    <div className="file-picture" aria-hidden="true">
      <Icon name={file.content_type.startsWith('image/') ? 'image' : 'page'} />
      {ending !== undefined && <span className="file-ending">{ending}</span>}
    </div>
  )
}
