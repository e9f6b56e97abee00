// Browsers start no worker from a file. On a site that is read without a server, the search runs in a hidden frame instead.
if (location.protocol === "file:") {
  // As between workers, each side has a copy of its own.
  const message = (data) => new MessageEvent("message", { data: structuredClone(data) })

  window.Worker = class {
    constructor(address) {
      this.frame = document.createElement("iframe")
      this.frame.hidden = true
      document.body.append(this.frame)
      const inside = this.frame.contentWindow
      inside.postMessage = (data) => setTimeout(() => this.onmessage?.(message(data)))
      this.ready = new Promise((resolve) => {
        const script = inside.document.createElement("script")
        script.onload = () => resolve(inside)
        script.onerror = (event) => this.onerror?.(event)
        script.src = new URL(address, location)
        inside.document.body.append(script)
      })
    }

    postMessage(data) {
      this.ready.then((inside) => inside.dispatchEvent(message(data)))
    }

    terminate() {
      this.frame.remove()
    }
  }
}
