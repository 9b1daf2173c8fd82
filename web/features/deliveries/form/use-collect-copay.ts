import { useEffect, useRef } from 'react'
import type { FormApi } from '../../../lib/forms/use-form.ts'
import { type DeliveryFormValues, totalsOfFormValues } from './delivery-form-values.ts'

/** Selects `Collect copay` as soon as a copay is entered, unless someone has cleared it while there was a copay. */
export function useCollectCopay(form: FormApi<DeliveryFormValues>) {
  const { collect_copay } = form.values
  const hasCopay = totalsOfFormValues(form.values).total_copay > 0
  const before = useRef({ hasCopay, collect_copay, isCleared: false })
  useEffect(() => {
    const { current } = before
    const isCleared =
      current.isCleared || (hasCopay && current.hasCopay && current.collect_copay === true && !collect_copay)
    const isEntered = hasCopay && !current.hasCopay
    before.current = { hasCopay, collect_copay, isCleared }
    if (isEntered && !isCleared && !collect_copay) form.set('collect_copay', true)
  }, [form, hasCopay, collect_copay])
}
