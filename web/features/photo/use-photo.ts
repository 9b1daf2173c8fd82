import { useState } from 'react'
import { toast } from '../../lib/browser/toast.ts'
import { rewritePhoto } from './rewrite-photo.ts'

export type PhotoChoice = ReturnType<typeof usePhotoChoice>

/**
 * Holds the photo of a form. A chosen file is encoded again, which takes a phone a moment. While `isRewriting`, the form must not
 * be sent.
 */
export function usePhotoChoice(initial: File | null) {
  const [photo, setPhoto] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const [isRewriting, setIsRewriting] = useState(false)

  async function choose(file: File) {
    setIsRewriting(true)
    const rewritten = await rewritePhoto(file)
    setIsRewriting(false)
    setProblem(rewritten.problem)
    if (rewritten.photo) setPhoto(rewritten.photo)
    else toast.error(rewritten.problem)
  }

  /** Sets the photo to a snapshot of the camera, or removes it. */
  function take(snapshot: File | null) {
    setProblem(undefined)
    setPhoto(snapshot)
  }

  return { photo, problem, isRewriting, choose, take }
}
