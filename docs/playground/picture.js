// The pictures: shows them, and tells where in their spaces something is dragged or painted. A picture is an image, so
// nothing in it can run or load anything.
"use strict";

// onMove(name, { x, y }) when a handle is dragged; onStroke(points, isNew) when one paints.
function makePictures(box, onMove, onStroke) {
  const figures = []; // { figure, image, url, picture, handles: Map of name → button }

  // Where a place of the space is in the picture, in parts of its width and height; and back.
  function share(f, x, y) {
    const p = f.picture;
    return [((x - p.x) * p.scale + p.margin) / p.width, ((y - p.y) * p.scale + p.margin) / p.height];
  }
  function place(f, event) {
    const p = f.picture;
    const r = f.image.getBoundingClientRect();
    const px = Math.min(Math.max((event.clientX - r.left) / r.width, 0), 1) * p.width;
    const py = Math.min(Math.max((event.clientY - r.top) / r.height, 0), 1) * p.height;
    // Within the space: a place in the margin stands for the nearest one on the rim.
    const within = (v, size) => Math.min(Math.max(v, p.margin + 0.01), size - p.margin - 0.01);
    return {
      x: (within(px, p.width) - p.margin) / p.scale + p.x, y: (within(py, p.height) - p.margin) / p.scale + p.y,
      inside: px >= p.margin && px <= p.width - p.margin && py >= p.margin && py <= p.height - p.margin,
    };
  }

  // The places between two, so that a fast stroke has no gaps: one every few pixels.
  function between(f, a, b) {
    const n = Math.max(1, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) * f.picture.scale / 3));
    return Array.from({ length: n }, (_, i) => ({ x: a.x + (b.x - a.x) * (i + 1) / n, y: a.y + (b.y - a.y) * (i + 1) / n }));
  }

  function makeFigure() {
    const figure = document.createElement("figure");
    const image = document.createElement("img");
    image.draggable = false;
    figure.append(image);
    box.append(figure);
    const f = { figure, image, url: null, picture: null, handles: new Map() };
    let last = null;
    figure.addEventListener("pointerdown", (event) => {
      if (!f.picture.paint || event.button !== 0 || event.target !== image) return;
      const at = place(f, event);
      if (!at.inside) return;
      event.preventDefault();
      figure.setPointerCapture(event.pointerId);
      last = at;
      onStroke([{ x: at.x, y: at.y }], true);
    });
    figure.addEventListener("pointermove", (event) => {
      if (!last) return;
      const at = place(f, event);
      onStroke(between(f, last, at), false);
      last = at;
    });
    const end = () => { last = null; };
    figure.addEventListener("pointerup", end);
    figure.addEventListener("pointercancel", end);
    return f;
  }

  // The waypoint that lies next in a direction, or null.
  function nextSpot(control, dx, dy) {
    let best = null;
    let least = Infinity;
    for (const spot of control.spots) {
      const x = spot.x - control.x;
      const y = spot.y - control.y;
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy - y * dx);
      if (along > 1e-9 && aside <= along * 1.2 && along + 2 * aside < least) {
        least = along + 2 * aside;
        best = spot;
      }
    }
    return best;
  }

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function makeHandle(f, name) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "handle";
    const label = document.createElement("span");
    label.textContent = name;
    button.append(label);
    let dragging = false;
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      button.focus();
      button.setPointerCapture(event.pointerId);
      dragging = true;
    });
    button.addEventListener("pointermove", (event) => {
      if (!dragging) return;
      const { x, y } = place(f, event);
      onMove(name, { x, y });
    });
    const end = () => { dragging = false; };
    button.addEventListener("pointerup", end);
    button.addEventListener("pointercancel", end);
    button.addEventListener("keydown", (event) => {
      const arrow = ARROWS[event.key];
      const control = button.control;
      if (!arrow || !control) return;
      event.preventDefault();
      const p = f.picture;
      let to;
      if (control.spots) {
        to = nextSpot(control, ...arrow);
      } else {
        const step = event.shiftKey ? 0.002 : 0.02;
        const dx = control.step_x || (p.width / p.scale) * step;
        const dy = control.step_y || (p.width / p.scale) * step;
        to = { x: control.x + arrow[0] * dx, y: control.y + arrow[1] * dy };
        const [sx, sy] = share(f, to.x, to.y);
        if (sx < 0 || sx > 1 || sy < 0 || sy > 1) to = null;
      }
      if (to) onMove(name, { x: to.x, y: to.y });
    });
    f.figure.append(button);
    return button;
  }

  function showHandles(f, points) {
    const wanted = points.filter((c) => f.picture.scale && (c.space ? c.space === f.picture.space : true));
    for (const [name, button] of f.handles) {
      if (!wanted.some((c) => c.name === name)) {
        button.remove();
        f.handles.delete(name);
      }
    }
    for (const control of wanted) {
      if (!f.handles.has(control.name)) f.handles.set(control.name, makeHandle(f, control.name));
      const button = f.handles.get(control.name);
      const [sx, sy] = share(f, control.x, control.y);
      button.control = control;
      button.hidden = sx < 0 || sx > 1 || sy < 0 || sy > 1;
      button.style.left = sx * 100 + "%";
      button.style.top = sy * 100 + "%";
      button.classList.toggle("low", sy > 0.85);
      const short = (v) => Math.round(v * 100) / 100;
      button.setAttribute("aria-label", `${control.name}, at ${short(control.x)}, ${short(control.y)}; the arrow keys move it`);
    }
  }

  return {
    // Shows these pictures, with handles for these points, in place of what was shown.
    show(pictures, points) {
      while (figures.length > pictures.length) {
        const f = figures.pop();
        f.figure.remove();
        URL.revokeObjectURL(f.url);
      }
      pictures.forEach((picture, i) => {
        const f = figures[i] || (figures[i] = makeFigure());
        const size = picture.svg.match(/^<svg[^>]* width="([\d.]+)" height="([\d.]+)"/) || [0, 640, 480];
        const old = f.url;
        f.picture = { ...picture, width: Number(size[1]), height: Number(size[2]) };
        f.url = URL.createObjectURL(new Blob([picture.svg], { type: "image/svg+xml" }));
        f.image.width = f.picture.width;
        f.image.height = f.picture.height;
        f.image.alt = `Picture ${i + 1}` + (picture.paint ? "; you can paint on it" : "");
        f.image.onload = f.image.onerror = () => { if (old) URL.revokeObjectURL(old); };
        f.image.src = f.url;
        f.figure.classList.toggle("paint", Boolean(picture.paint));
        showHandles(f, points);
      });
    },
  };
}
