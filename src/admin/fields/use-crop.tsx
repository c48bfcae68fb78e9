/** Chooses pictures, crops them in a window, and passes them on for the upload. */

import { lazy, Suspense, useState, type ReactNode } from 'react'
import { chooseFiles } from '../ui/choose-files.js'
import { CROPPED_TYPES } from './crop.js'
import type { Prepared } from './crop-window.js'

const CropWindow = lazy(async () => ({ default: (await import('./crop-window.js')).CropWindow }))

interface Crop {
  /** Opens the file chooser, and then the window; must be called by something that the user has pressed. */
  readonly choose: () => void
  /** Belongs where it stays while pictures are chosen and cropped: what is unmounted forgets them. */
  readonly cropWindow: ReactNode
}

export function useCrop(onReady: (prepared: Prepared) => void, isMultiple = true): Crop {
  const [files, setFiles] = useState<readonly File[]>([])
  const close = () => setFiles([])
  const done = (prepared: Prepared) => {
    close()
    onReady(prepared)
  }
  return {
    choose: () => chooseFiles({ accept: CROPPED_TYPES.join(','), isMultiple }, setFiles),
    cropWindow: files.length > 0 && (
      <Suspense>
        <CropWindow files={files} onClose={close} onDone={done} />
      </Suspense>
    ),
  }
}
