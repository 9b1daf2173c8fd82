import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import imported, { type SignatureCanvas } from 'react-signature-canvas'
import styles from './completion.module.css'
import { asSeen, type Stroke, scaleStrokes, signatureSize } from './strokes.ts'

/** CommonJS that calls itself a module: some bundlers hand over its default, others all that it exports. */
const Canvas = 'default' in imported ? imported.default : imported

export interface SignaturePadHandle {
  /** The drawn signature, 800×300, as a PNG data address. */
  image: () => string
}

interface SignaturePadProps {
  /** Drawn again whenever the pad gets another size, as when a phone is turned. */
  strokes: Stroke[]
  onChange: (strokes: Stroke[]) => void
  ref: Ref<SignaturePadHandle>
}

/** The picture stays 800×300 whatever size the pad has on the screen; only the pen's coordinates are scaled. */
export function SignaturePad({ strokes, onChange, ref }: SignaturePadProps) {
  const pad = useRef<SignatureCanvas>(null)

  const redraw = useEffectEvent(() => {
    const canvas = pad.current?.getCanvas()
    const context = canvas?.getContext('2d')
    if (!canvas || !context || canvas.clientWidth === 0) return
    const scale = signatureSize.width / canvas.clientWidth
    context.setTransform(scale, 0, 0, scale, 0, 0)
    pad.current?.fromData(scaleStrokes(strokes, 1 / scale))
  })

  // A cleared or restored signature comes from outside; what the pen has just drawn is on the canvas already.
  const drawn = useRef<Stroke[]>(null)
  useEffect(() => {
    if (drawn.current !== strokes) redraw()
  }, [strokes])

  useEffect(() => {
    const canvas = pad.current?.getCanvas()
    if (!canvas) return
    const observer = new ResizeObserver(() => redraw())
    observer.observe(canvas)
    return () => observer.disconnect()
  }, [])

  useImperativeHandle(ref, () => ({ image: () => pad.current?.toDataURL('image/png') ?? '' }))

  const strokeEnded = () => {
    const canvas = pad.current?.getCanvas()
    if (!canvas || !pad.current) return
    drawn.current = scaleStrokes(asSeen(pad.current.toData()), signatureSize.width / canvas.clientWidth)
    onChange(drawn.current)
  }

  return (
    <div className={styles.sheet}>
      <Canvas
        ref={pad}
        clearOnResize={false}
        // Held back, a stroke's last point would come after its end and be missed.
        throttle={0}
        backgroundColor="#fff"
        penColor="#000"
        minWidth={0.8}
        maxWidth={2.6}
        onEnd={strokeEnded}
        canvasProps={{ ...signatureSize, className: styles.pad, 'aria-label': 'Signature pad' }}
      />
    </div>
  )
}
