/** Plays a short tone, if the browser allows sound: only after the user has touched the page. */
export function beep(hertz: number): void {
  try {
    const sound = new AudioContext()
    const tone = sound.createOscillator()
    tone.frequency.value = hertz
    tone.connect(sound.destination)
    tone.start()
    tone.stop(sound.currentTime + 0.12)
    tone.onended = () => void sound.close()
  } catch {
    // The page also says in words what the tone means.
  }
}
