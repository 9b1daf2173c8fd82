/** Says by how much a device's clock was wrong, such as `24 h 5 min ahead, corrected`. '' if it was right. */
export function clockCorrectionText(seconds: number | null): string {
  if (!seconds) return ''
  const all = Math.abs(seconds)
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor((all % 3600) / 60)]
  const parts = [hours && `${hours} h`, minutes && `${minutes} min`].filter(Boolean)
  return `${parts.join(' ') || `${all} s`} ${seconds < 0 ? 'ahead' : 'behind'}, corrected`
}
